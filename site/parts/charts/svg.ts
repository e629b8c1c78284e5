type Attributes = Readonly<Record<string, string | number>>;

/** An element of a drawing. Lengths are written with one decimal, so that equal data draws equal pictures. */
export function draw(
  tag: string,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === "number" ? length(value) : value);
  element.append(...children);
  return element;
}

export function length(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Draws into `place` at the width it has, and again when that changes, so that the text keeps its size. */
export function drawAtWidth(place: HTMLElement, toChart: (width: number) => SVGElement): void {
  const earlier = observers.get(place);
  earlier?.disconnect();
  let drawn = 0;
  const show = (): void => {
    const width = Math.floor(place.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    place.replaceChildren(toChart(width));
  };
  const observer = new ResizeObserver(show);
  observers.set(place, observer);
  observer.observe(place);
  show();
}

const observers = new WeakMap<HTMLElement, ResizeObserver>();
