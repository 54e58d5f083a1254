const parameter = 'account'
const deleted = 'deleted'

export const accountDeletedPath = `/?${parameter}=${deleted}`

export const isAccountDeleted = (search: string): boolean => new URLSearchParams(search).get(parameter) === deleted
