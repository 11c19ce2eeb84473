// Blackjack, for the edge of the house: each thread plays games with a deck of 52 cards of its own in
// private memory. Who draws how many cards, doubles, goes bust or has a natural is all up to the cards.
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
    if (card == 11) soft++;
#pragma unroll 1
    while (total > 21 && soft > 0) {
      total -= 10;
      soft--;
    }
  }
};

// Whether the player takes another card, with the dealer showing `shown`.
static __device__ bool hits(const Hand& hand, uint shown) {
  if (hand.soft > 0) return hand.total < (shown >= 9 ? 19u : 18u);
  if (shown >= 7) return hand.total < 17;
  return hand.total < (shown <= 3 ? 13u : 12u);
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
  if (player.total == 21) return dealer.total == 21 ? 0 : 3;
  if (dealer.total == 21) return -2;
  // For a double stake the player takes exactly one more card.
  bool doubles = player.soft == 0 && (player.total == 10 || player.total == 11) && shown < player.total;
  int stake = doubles ? 4 : 2;
#pragma unroll 1
  while (doubles || hits(player, shown)) {
    player.take(deck);
    if (doubles) break;
  }
  if (player.total > 21) return -stake;
#pragma unroll 1
  while (dealer.total < 17) dealer.take(deck);
  if (dealer.total > 21 || dealer.total < player.total) return stake;
  return dealer.total == player.total ? 0 : -stake;
}

extern "C" __global__ void blackjack(const uint* seeds, int* won, uint threads, uint games) {
  uint me = thread_index();
  if (me >= threads) return;
  uchar cards[kCards];
#pragma unroll 1
  for (uint i = 0; i < kCards; i++) cards[i] = (uchar)(i / 4 < 8 ? i / 4 + 2 : i / 4 == 12 ? 11 : 10);
  Deck deck{cards, 0, seeds[me]};
  int sum = 0;
#pragma unroll 1
  for (uint i = 0; i < games; i++) {
    sum += play(deck);
    if (deck.drawn > kShuffleAfter) deck.drawn = 0;
  }
  won[me] = sum;
}
