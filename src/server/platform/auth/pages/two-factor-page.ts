import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderField } from './form-field.ts'
import { type Page, renderPage } from './layout.ts'

export type TwoFactorErrors = { code?: string; form?: string }
type Links = { app: string; recovery: string; startOver: string }

export const renderTwoFactorPage = ({
  kind,
  errors = {},
  links,
  formTargets,
}: {
  kind: 'app' | 'recovery'
  errors?: TwoFactorErrors
  links: Links
  formTargets: readonly string[]
}): Page => {
  const [field, introduction, otherHref, otherLabel] =
    kind === 'app'
      ? ([
          { label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', hint: 'Six digits. A recovery code works too.' },
          'Your authenticator app shows it.',
          links.recovery,
          'Use a recovery code',
        ] as const)
      : ([
          { label: 'Recovery code', autocomplete: 'off', inputmode: 'text', hint: 'For example k7mq-2xvd-9r4t. Each code works once.' },
          'Use one of the codes you saved when you turned on two-factor sign-in.',
          links.app,
          'Use your authenticator app',
        ] as const)
  return renderPage(
    'Enter your code',
    `<h1>Enter your code</h1>
<p>${introduction}</p>
${errors.form ? `<p class="notice" role="alert" id="form-error">${escapeHtml(errors.form)}</p>` : ''}
<form method="post" novalidate>
${renderField({ name: 'code', type: 'text', ...field, error: errors.code, focus: true, maxLength: 40 })}
<button type="submit">Continue</button>
</form>
<p class="other"><a href="${escapeHtml(otherHref)}">${otherLabel}</a> or <a href="${escapeHtml(links.startOver)}">start over</a></p>`,
    formTargets,
  )
}
