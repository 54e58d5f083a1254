import { TabLinks } from '#web/ui/tab-links.tsx'
import type { SettingsPage } from './settings-sections.ts'
import { accountSettings, businessSettings, getSectionPath } from './settings-sections.ts'

type Props = {
  page: SettingsPage
  section: string
  /** Sections that this account doesn't have. */
  hidden?: readonly string[]
}

export const SettingsRail = ({ page, section, hidden = [] }: Props) => (
  <div className="grid min-w-0 gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto print:hidden">
    {[businessSettings, accountSettings].map((each) => (
      <TabLinks
        key={each.path}
        label={each.label}
        title={each.title}
        tabs={each.sections.filter(({ id }) => !hidden.includes(id)).map(({ id, label }) => ({ path: getSectionPath(each, id), label }))}
        current={each === page ? getSectionPath(page, section) : undefined}
        look="rail"
        className={each === page ? '' : 'max-lg:hidden'}
      />
    ))}
  </div>
)
