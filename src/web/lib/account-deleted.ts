const mark = 'account'
const gone = 'deleted'

/** Where somebody comes whose account was deleted a moment ago. */
export const accountDeletedPath = `/?${mark}=${gone}`

/** Whether the landing page has that to say. @param search of the address */
export const isAccountDeleted = (search: string): boolean => new URLSearchParams(search).get(mark) === gone
