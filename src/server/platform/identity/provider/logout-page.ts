import { type Page, renderPage } from '../pages/layout.ts'

/** Asks before a sign-out that another app wants. @param form trusted HTML of the provider, with the id 'op.logoutForm' */
export const renderLogoutPage = (form: string): Page =>
  renderPage(
    'Sign out',
    `<h1>Sign out</h1>
<p>Do you want to sign out everywhere?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="quiet" type="submit" form="op.logoutForm">Stay signed in</button>`,
  )
