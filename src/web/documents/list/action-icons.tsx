import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DocumentAction, Run } from './actions.ts'

type Props<Name extends string, PdfDocument> = {
  actions: readonly DocumentAction<Name, PdfDocument>[]
  doc: PdfDocument
  /** The paper's number: it tells one row's buttons from the next. */
  number: string
  /** Which of the actions are in sight. */
  icons: readonly Name[]
  /** Those that only open an address. */
  links?: Partial<Record<Name, string>> | undefined
  /** What is under way with this paper. */
  busy: Name | undefined
  run: Run<Name, PdfDocument>
  /** Icons that make room when there is little. */
  iconClassName?: string | undefined
}

/** The most used actions as icons. One that can't be done now leaves its place empty, so that the same icons stand below each other. */
export const ActionIcons = <Name extends string, PdfDocument>(props: Props<Name, PdfDocument>) => {
  const { actions, doc, number, icons, links = {} as Partial<Record<Name, string>>, busy, run, iconClassName } = props
  return actions
    .filter(({ name }) => icons.includes(name))
    .map(({ name, label, icon: Icon, isAvailable, isDanger }) => {
      if (!isAvailable(doc)) return <span key={name} className={cx('size-9 shrink-0 pointer-coarse:size-11', iconClassName)} />
      const shared = {
        variant: 'ghost',
        size: 'icon',
        title: label,
        'aria-label': `${label}: ${number}`,
        className: cx('text-muted', isDanger ? 'hover:text-danger' : 'hover:text-ink', iconClassName),
      } as const
      return links[name] ? (
        <ButtonLink key={name} {...shared} href={links[name]} target="_blank" rel="noopener">
          <Icon aria-hidden />
        </ButtonLink>
      ) : (
        <Button key={name} {...shared} pending={busy === name} onClick={() => run(name, doc)}>
          {busy !== name && <Icon aria-hidden />}
        </Button>
      )
    })
}
