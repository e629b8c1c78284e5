/** Packages that cannot be installed, whatever is tried: the caller has to ask for others. */
export class PackageRefusal extends Error {
  override readonly name = "PackageRefusal";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
