import { describeDocument } from '#kit/server/document-docs.ts'
import { kind, proFormasApi } from './contract.ts'

export const proFormaDocs = describeDocument(kind, proFormasApi, {
  description: 'What a delivery will cost, for customs.',
  operations: {
    void: { title: 'Void a pro forma', description: 'It is not valid any more.', conflict: 'It is a draft or void.' },
    accept: { title: 'Accept a pro forma', description: 'Records who accepted it.', conflict: 'It is a draft or void.' },
  },
})
