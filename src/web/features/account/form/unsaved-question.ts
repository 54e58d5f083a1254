/** Asked before the page is left with something that was typed. */
export const unsavedQuestion = 'Leave this page? What you typed in your account is not saved.'
