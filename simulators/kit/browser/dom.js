/** A style sheet created by script, which needs no exception in the page's Content-Security-Policy. */
export const createSheet = (css) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** An element with these properties (or attributes, where the element has no such property) and children. */
export const createElement = (name, properties = {}, ...children) => {
  const element = document.createElement(name)
  for (const [property, value] of Object.entries(properties))
    if (property in element) element[property] = value
    else element.setAttribute(property, value)
  element.append(...children)
  return element
}
