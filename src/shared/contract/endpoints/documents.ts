import { del, get, post, put } from '#shared/endpoint-address.ts'

/** The addresses that every type of document has, without schemas: what a browser needs to call them. */
export const documentAddresses = <const Plural extends string>(plural: Plural) => {
  const path = `/api/${plural}` as const
  return {
    list: get(path),
    summary: get(`${path}/summary`),
    export: get(`${path}/export`),
    one: get(`${path}/:id`),
    create: post(path),
    history: get(`${path}/:id/history`),
    emailPreview: get(`${path}/:id/email-preview`),
    sendEmail: post(`${path}/:id/send-email`),
    email: get(`${path}/:id/emails/:emailId`),
    retryEmail: post(`${path}/:id/emails/:emailId/retry`),
    pdf: get(`${path}/:id/pdf`),
  }
}

/** What a type has besides whose documents begin as drafts. */
export const draftAddresses = <const Plural extends string>(plural: Plural) => {
  const path = `/api/${plural}` as const
  return {
    nextNumber: get(`${path}/next-number`),
    update: put(`${path}/:id`),
    remove: del(`${path}/:id`),
    restore: post(`${path}/:id/restore`),
    scheduledSend: get(`${path}/:id/scheduled-send`),
    scheduleSend: put(`${path}/:id/scheduled-send`),
    cancelSend: del(`${path}/:id/scheduled-send`),
  }
}

/** The customer's page of a document. */
export const publicAddresses = <const Kind extends string>(kind: Kind) => {
  const path = `/api/public/${kind}/:publicId` as const
  return { read: get(path), pdf: get(`${path}/pdf`), logo: get(`${path}/logo`) }
}
