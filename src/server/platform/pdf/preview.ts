/** How the engine begins a page: with its ground, of whose path the first two figures are the height and the width, in points. */
const ground = /\n {4}<path class="typst-shape" fill="[^"]*" fill-rule="nonzero" d="M 0 0v ([\d.]+) h ([\d.]+) v/g
const definitions = '\n    <defs id="glyph">'

/**
 * Of the engine's drawing of all pages below each other: the first, without the room between the tags, and to a thousandth of a point. That is about
 * half of its size. What isn't laid out as expected stays as it is.
 */
export const extractFirstPage = (svg: string): string => {
  const [first, second] = svg.matchAll(ground)
  const end = svg.lastIndexOf(definitions)
  if (first === undefined || end < first.index) return svg
  const [, height, width] = first
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}" width="${width}pt" height="${height}pt">`
  const page = svg.slice(first.index, second?.index ?? end) + svg.slice(end)
  return (
    head +
    page
      .replace(/>\s+</g, '><')
      .replace(/(\.\d{3})\d+/g, '$1')
      .trimStart()
  )
}
