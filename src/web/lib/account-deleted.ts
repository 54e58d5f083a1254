const parameter = 'account'
const deleted = 'deleted'

/** The landing page as shown after the user deleted their account. */
export const accountDeletedPath = `/?${parameter}=${deleted}`

/** Whether the landing page confirms a deleted account. @param search the address's query string */
export const isAccountDeleted = (search: string): boolean => new URLSearchParams(search).get(parameter) === deleted
