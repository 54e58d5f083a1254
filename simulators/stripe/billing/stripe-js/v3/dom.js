// Style sheets made by script need no exception in the page's policy.
export const sheet = (css) => {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
export const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name)
  for (const [property, value] of Object.entries(properties))
    if (property in made) made[property] = value
    else made.setAttribute(property, value)
  made.append(...children)
  return made
}
