const folders =
  /(?:^|\/)(?:tests?|testing|test_?data|fixtures|examples?|samples?|demos?|docs?|benchmarks?)\//i;
const files = /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.pyi?$/;

/** A file of tests or examples: what looks wrong in it may be what it is about. */
export function isTestPath(path: string): boolean {
  return folders.test(path) || files.test(path);
}
