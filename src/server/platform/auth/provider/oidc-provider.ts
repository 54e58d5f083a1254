import Provider, { type ClientMetadata, type Configuration, interactionPolicy, type JWKS, type KoaContextWithOIDC } from 'oidc-provider'
import type { Pool } from 'pg'
import type { AccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { type Page, renderNoticePage, renderPage } from '#server/platform/auth/pages/layout.ts'
import { getCookieName } from '#server/platform/auth/sessions/sessions.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

/** `form` is trusted HTML of the provider. */
const renderLogoutPage = (form: string): Page =>
  renderPage(
    'Sign out',
    `<h1>Sign out</h1>
<p>Do you want to sign out everywhere?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="quiet" type="submit" form="op.logoutForm">Stay signed in</button>`,
  )

export const getProviderCookieNames = (publicUrl: URL) => {
  // The prefix `__Host-` requires the path '/', but these two cookies are limited to the paths of single pages.
  const prefix = publicUrl.protocol === 'https:' ? '__Secure-' : ''
  return {
    session: getCookieName(publicUrl, 'billfold.idp'),
    interaction: `${prefix}billfold.idp.page`,
    resume: `${prefix}billfold.idp.resume`,
  }
}
const scopes = 'openid profile email'

type Deps = {
  issuer: string
  clients: ClientMetadata[]
  jwks: JWKS
  cookieKeys: string[]
  pool: Pool
  accounts: AccountStore
  startOver: string
  /** A browser with a provider session signs in without a password, as for several apps that share the provider. */
  keepsSessions: boolean
  log: (line: string) => void
}

/** With only one app, a provider session would outlive signing out everywhere and bypass a second factor that was turned on later. */
const createPromptEachTimePolicy = () => {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')!
    .checks.add(
      new Check('each_time', 'End-User authentication is required', 'login_required', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

const send = (ctx: KoaContextWithOIDC, { html, headers }: Page) => {
  ctx.set(headers)
  ctx.body = html
}

export const createOidcProvider = ({
  issuer,
  clients,
  jwks,
  cookieKeys,
  pool,
  accounts,
  startOver,
  keepsSessions,
  log,
}: Deps): Provider => {
  const configuration: Configuration = {
    adapter: createPostgresAdapter(pool),
    clients,
    jwks,
    cookies: {
      keys: cookieKeys,
      names: getProviderCookieNames(new URL(issuer)),
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    // Introduced by Auth0: 'signup' shows the page 'Create account' first. Other providers ignore it.
    extraParams: ['screen_hint'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => send(ctx, renderLogoutPage(form)),
        postLogoutSuccessSource: (ctx) =>
          send(
            ctx,
            renderNoticePage({ title: 'Signed out', text: 'You are signed out.', action: { href: startOver, label: 'Sign in again' } }),
          ),
      },
    },
    interactions: {
      url: (_ctx, interaction) => `/sign-in/${interaction.uid}`,
      ...(keepsSessions ? {} : { policy: createPromptEachTimePolicy() }),
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 3600, Session: 14 * 86_400, Grant: 14 * 86_400 },
    findAccount: async (_ctx, id) => {
      const account = await accounts.find(id)
      if (!account) return undefined
      const { email, emailVerified, firstName, lastName } = account
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          email,
          email_verified: emailVerified,
          given_name: firstName,
          family_name: lastName,
          name: `${firstName} ${lastName}`,
        }),
      }
    },
    // The clients are our own apps, so users are not asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { clientId } = oidc.client!
      const grantId = oidc.session!.grantIdFor(clientId)
      const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined
      if (existing) return existing
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
    renderError: (ctx, out) =>
      send(
        ctx,
        renderNoticePage({
          title: "Sign-in didn't work",
          text:
            out.error === 'server_error'
              ? 'Something went wrong on our side. Please try again.'
              : 'This sign-in has expired or was opened in another browser. Please start over.',
          action: { href: startOver, label: 'Try again' },
        }),
      ),
  }
  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => log(`The identity provider failed: ${error.stack ?? error.message}`))
  return provider
}
