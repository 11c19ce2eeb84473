// Maximal matches of reads in a reference, with a suffix tree. `match` walks the tree for every
// suffix of a read, from one to the next by suffix links; `list_positions` visits the leaves below
// where a match ended: they are its positions in the reference.

// What matching needs of a node. The edge to it is labelled with reference[edge...]; `depth` counts
// the characters from the root to its end. 0, the root, where there is no child.
struct Node {
  uint children[4];
  uint edge, depth, link, unused;
};

// What visiting a subtree needs; `suffix` of leaves only.
struct Kin {
  uint first_child, sibling, parent, suffix;
};

struct Match {
  uint node, length;
};

// One thread per read, for each of its suffixes of at least `shortest` bases.
extern "C" __global__ void match(const Node* nodes, const uchar* reference, const uchar* reads,
                                 uint read_count, uint read_length, uint shortest,
                                 Match* matches) {
  uint me = thread_index();
  if (me >= read_count) return;
  const uchar* read = reads + me * read_length;
  uint starts = read_length - shortest + 1;
  uint node = 0, depth = 0;  // the last node that was passed
  uint matched = 0;          // characters, of which `depth` up to the node
#pragma unroll 1
  for (uint start = 0; start < starts; start++) {
    uint end = node;  // where the match ends: the node, or the one below its edge
#pragma unroll 1
    while (start + depth < PARAMETER(read_length, "u32", "r", "match_param_4")) {
      uint child = PARAMETER(nodes, "u64", "l", "match_param_0")[node].children[read[start + depth]];
      if (child == 0) break;
      uint child_depth = PARAMETER(nodes, "u64", "l", "match_param_0")[child].depth;
      if (child_depth > matched) {
        // The rest of the edge is new.
        const uchar* edge = reference + PARAMETER(nodes, "u64", "l", "match_param_0")[child].edge - depth;
#pragma unroll 1
        while (matched < child_depth && start + matched < PARAMETER(read_length, "u32", "r", "match_param_4") &&
               edge[matched] == read[start + matched])
          matched++;
        end = child;
        if (matched < child_depth) break;
      }
      node = end = child;
      depth = child_depth;
    }
    Match found = {0, 0};
    if (matched >= shortest) found = {end, matched};
    matches[me * starts + start] = found;
    // The next suffix has all but the first character of this match.
    if (node != 0) {
      node = nodes[node].link;
      depth--;
    }
    if (matched > 0) matched--;
  }
}

// A match to list: where in the reads it starts, its node, and where its positions go.
struct Listing {
  uint read, start, node, to;
};

// One thread per match. Positions where the match could go on to the left are left out: a longer
// match has them.
extern "C" __global__ void list_positions(const Kin* kin, const uchar* reference,
                                          const uchar* reads, uint read_length,
                                          const Listing* listings, uint count, uint* positions,
                                          uint* found) {
  uint me = thread_index();
  if (me >= count) return;
  Listing listing = listings[me];
  uint node = listing.node, to = listing.to;
#pragma unroll 1
  while (true) {
    Kin here = kin[node];
    if (here.first_child != 0) {
      node = here.first_child;
      continue;
    }
    uint position = here.suffix;
    if (listing.start == 0 || position == 0 ||
        reference[position - 1] != reads[listing.read * read_length + listing.start - 1])
      positions[to++] = position;
#pragma unroll 1
    while (node != listing.node && kin[node].sibling == 0) node = kin[node].parent;
    if (node == listing.node) break;
    node = kin[node].sibling;
  }
  found[me] = to - listing.to;
}
