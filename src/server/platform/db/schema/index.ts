export * from './business.ts'
export * from './identity.ts'
export * from './papers.ts'
export * from './payments.ts'
