// Scores of protein sequences under a profile hidden Markov model, after Viterbi: one thread per
// sequence. Each state keeps the best of several ways into it; a way is taken by a branch, as in
// the classical program, and sequences have different lengths, so threads leave the loop at
// different times. Rows of the table lie in device memory, interleaved by thread.
constexpr int kNever = -1000000;

static __device__ void improve(int& best, int score) {
  if (score > best) {
    keep_branch();
    best = score;
  }
}

/// What it costs to go from a state of node k - 1 (to insert: of node k) to a state of node k.
struct Costs {
  int match_match, insert_match, delete_match, match_insert, insert_insert, match_delete, delete_delete, begin;
};

extern "C" __global__ void viterbi_score(const uchar* residues, const uint* starts, const int* emissions,
                                         const Costs* costs, int* rows, int* scores, uint count, uint nodes) {
  uint me = thread_index();
  if (me >= count) return;
  int *matches = rows + me, *inserts = matches + nodes * count, *deletes = inserts + nodes * count;
#pragma unroll 1
  for (uint k = 0; k < nodes; k++) matches[k * count] = inserts[k * count] = deletes[k * count] = kNever;
  int score = kNever;
  uint end = starts[me + 1];
#pragma unroll 1
  for (uint i = starts[me]; i < end; i++) {
    const int* emitted = emissions + residues[i] * nodes;
    int corner_match = kNever, corner_insert = kNever, corner_delete = kNever;  // node k - 1, residue i - 1
    int left_match = kNever, left_delete = kNever;                              // node k - 1, residue i
#pragma unroll 1
    for (uint k = 0; k < nodes; k++) {
      const Costs& cost = costs[k];
      int above_match = matches[k * count], above_insert = inserts[k * count];
      int above_delete = deletes[k * count];
      int m = cost.begin;
      improve(m, corner_match + cost.match_match);
      improve(m, corner_insert + cost.insert_match);
      improve(m, corner_delete + cost.delete_match);
      m += emitted[k];
      int n = above_match + cost.match_insert;
      improve(n, above_insert + cost.insert_insert);
      int d = left_match + cost.match_delete;
      improve(d, left_delete + cost.delete_delete);
      matches[k * count] = left_match = m;
      inserts[k * count] = n;
      deletes[k * count] = left_delete = d;
      corner_match = above_match;
      corner_insert = above_insert;
      corner_delete = above_delete;
      improve(score, m);
    }
  }
  scores[me] = score;
}
