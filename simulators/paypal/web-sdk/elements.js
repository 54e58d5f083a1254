// Style sheets made by script need no exception in the page's policy.
export const sheet = (css) => {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
