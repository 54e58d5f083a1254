/** Asks for confirmation in the browser's dialog; returns true when the user agrees. */
export const confirmAction = (text: string): boolean => window.confirm(text)
