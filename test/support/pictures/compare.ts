import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How much of a picture may differ: what another version of the browser draws at the edges of letters. */
const maxChangedShare = 0.003;
/** How different a pixel must be to count, of 1: the tint behind a changed line is that faint. */
const threshold = 0.03;

export type Comparison = Readonly<{ isSame: boolean; why: string; difference: Buffer | undefined }>;

/** Whether two PNG pictures show the same; the difference is a picture with every changed pixel in red. */
export function comparePictures(actual: Buffer, expected: Buffer): Comparison {
  const [one, other] = [PNG.sync.read(actual), PNG.sync.read(expected)];
  const { width, height } = one;
  if (width !== other.width || height !== other.height) {
    const why = `It is ${width} × ${height}; the stored picture is ${other.width} × ${other.height}.`;
    return { isSame: false, why, difference: undefined };
  }
  const difference = new PNG({ width, height });
  const changed = pixelmatch(one.data, other.data, difference.data, width, height, { threshold });
  const share = changed / (width * height);
  return {
    isSame: share <= maxChangedShare,
    why: `${(share * 100).toFixed(2)} % of its pixels differ.`,
    difference: PNG.sync.write(difference),
  };
}
