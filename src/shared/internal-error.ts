/** How the server's message of an unexpected error begins. A 500 with another message comes from a program between, and isn't for users. */
export const internalErrorStart = 'Something went wrong on our side.'
