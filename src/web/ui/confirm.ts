/** Asks in the browser's own dialog; true when the person agrees. */
export const confirmAction = (text: string): boolean => window.confirm(text)
