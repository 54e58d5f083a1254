import { get, put } from '#shared/endpoint-address.ts'

export const estimateNumberingEndpoints = {
  numberPattern: get('/api/estimate-numbering'),
  saveNumberPattern: put('/api/estimate-numbering'),
}

export const creditNoteNumberingEndpoints = {
  numberPattern: get('/api/credit-note-numbering'),
  saveNumberPattern: put('/api/credit-note-numbering'),
}

export const invoiceNumberingEndpoints = {
  numberPattern: get('/api/invoice-numbering'),
  saveNumberPattern: put('/api/invoice-numbering'),
}
