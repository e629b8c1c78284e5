/** Methods of a file that do their work at once. */
export const fileMethods = new Set(
  "read readline readlines write writelines seek tell truncate flush readable writable".split(" "),
);
