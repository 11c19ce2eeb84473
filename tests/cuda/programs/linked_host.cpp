// part of linked_main.cu
int host_only(int n) { return n < 2 ? 1 : n * host_only(n - 1); }
