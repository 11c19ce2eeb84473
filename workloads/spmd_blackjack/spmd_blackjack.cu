// Blackjack, for the edge of the house, by persistent threads: each plays games with a deck of 52 cards of its own in
// private memory. Who draws how many cards, doubles, goes bust or has a natural is all up to the cards. What only
// chooses a number is a guarded move.
constexpr uint kCards = 52, kShuffleAfter = 34;  // a game takes at most 17 cards

struct Deck {
  uchar* cards;  // value of each card; an ace is 11
  uint drawn, random;

  // The next step of a shuffle, just in time.
  __device__ uint draw() {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    uint other = drawn + __umulhi(random, kCards - drawn);
    uchar card = cards[other];
    cards[other] = cards[drawn];
    cards[drawn] = card;
    drawn++;
    return card;
  }
};

struct Hand {
  uint total = 0, soft = 0;  // soft: aces that count 11

  __device__ void take(Deck& deck) {
    uint card = deck.draw();
    total += card;
    move_if_equal(soft, soft + 1, card, 11u);
#pragma unroll 1
    while (total > 21 && soft > 0) {
      total -= 10;
      soft--;
    }
  }
};

// The player draws while below this total, with the dealer showing `shown`.
static __device__ uint limit_of(const Hand& hand, uint shown) {
  uint limit = 12, soft_limit = 18;
  move_if_less(limit, 13u, shown, 4u);
  move_if_less(limit, 17u, 6u, shown);
  move_if_less(soft_limit, 19u, 8u, shown);
  move_if_less(limit, soft_limit, 0u, hand.soft);
  return limit;
}

// What the player wins, in half stakes.
static __device__ int play(Deck& deck) {
  Hand player, dealer;
  uint shown = 0;
#pragma unroll 1
  for (uint i = 0; i < 2; i++) {
    player.take(deck);
    shown = dealer.total;
    dealer.take(deck);
  }
  int won = 3;
  move_if_equal(won, 0, dealer.total, 21u);
  if (player.total == 21) return won;
  if (dealer.total == 21) return -2;
  // For a double stake the player takes exactly one more card.
  bool doubles = player.soft == 0 && (player.total == 10 || player.total == 11) && shown < player.total;
  int stake = 2;
  move_if_less(stake, 4, 0u, (uint)doubles);
#pragma unroll 1
  while (doubles || player.total < limit_of(player, shown)) {
    player.take(deck);
    if (doubles) break;
  }
  if (player.total > 21) return -stake;
#pragma unroll 1
  while (dealer.total < 17) dealer.take(deck);
  won = -stake;
  move_if_equal(won, 0, dealer.total, player.total);
  move_if_less(won, stake, dealer.total, player.total);
  move_if_less(won, stake, 21u, dealer.total);
  return won;
}

extern "C" __global__ void spmd_blackjack(const uint* seeds, int* won, uint games) {
  uint me = threadIdx.x;
  uchar cards[kCards];
#pragma unroll 1
  for (uint i = 0; i < kCards; i++) {
    uint card = 10;
    move_if_less(card, i / 4 + 2, i, 32u);
    move_if_less(card, 11u, 47u, i);
    cards[i] = (uchar)card;
  }
  Deck deck{cards, 0, seeds[me]};
  int sum = 0;
#pragma unroll 1
  for (uint i = 0; i < games; i++) {
    sum += play(deck);
    move_if_less(deck.drawn, 0u, kShuffleAfter, deck.drawn);
  }
  won[me] = sum;
}
