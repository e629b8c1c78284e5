/** Marks in the table of contents what is being read. */
export function followReading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".toc nav a")];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return;
  const mark = (): void => {
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const passed = headings.findLastIndex((each) => (each?.getBoundingClientRect().top ?? Infinity) < 120);
    const current = isAtEnd ? links.length - 1 : Math.max(0, passed);
    links.forEach((link, at) =>
      at === current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"),
    );
  };
  document.addEventListener("scroll", mark, { passive: true });
  mark();
}
