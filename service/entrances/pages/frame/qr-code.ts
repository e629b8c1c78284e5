import { renderSVG } from "uqr";

/** A QR code as SVG, one unit a module, with the margin of four modules that readers want. */
export function toQrCode(text: string): string {
  return renderSVG(text, { ecc: "M", border: 4, pixelSize: 1 });
}
