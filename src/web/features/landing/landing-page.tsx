import { type Site, sitePlaceholders } from '#shared/site.ts'
import { isAccountDeleted } from '#web/lib/account-deleted.ts'
import { Landing } from './landing.tsx'

const readSite = (): Site => ({ ...sitePlaceholders, ...(JSON.parse(document.documentElement.dataset.site || '{}') as Partial<Site>) })

const LandingPage = () => <Landing site={readSite()} accountDeleted={isAccountDeleted(location.search)} />

export default LandingPage
