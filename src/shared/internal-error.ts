/** In the server's message of an unexpected error. A 500 without it comes from a program between, and its message isn't for users. */
export const internalErrorMark = 'tell us this number'
