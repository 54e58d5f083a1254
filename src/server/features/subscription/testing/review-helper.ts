export * from './subscribing.ts'
import { app } from './subscribing.ts'
export const lookOverNow = () => app.runners.find(({ name }) => name === 'subscription.look-over')!.run({ userId: 0 })
