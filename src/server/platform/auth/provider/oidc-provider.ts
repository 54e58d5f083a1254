import Provider, { type ClientMetadata, type Configuration, interactionPolicy, type JWKS, type KoaContextWithOIDC } from 'oidc-provider'
import type { Pool } from 'pg'
import type { AccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { type Page, renderNoticePage, renderPage } from '#server/platform/auth/pages/layout.ts'
import { getCookieName } from '#server/platform/auth/sessions/sessions.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

/** Asks before a sign-out that another app wants. @param form trusted HTML of the provider, with the id 'op.logoutForm' */
const renderLogoutPage = (form: string): Page =>
  renderPage(
    'Sign out',
    `<h1>Sign out</h1>
<p>Do you want to sign out everywhere?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="quiet" type="submit" form="op.logoutForm">Stay signed in</button>`,
  )

/** Two of them are for single pages by their paths, which the strictest kind of name doesn't allow. */
export const getProviderCookieNames = (publicUrl: URL) => {
  const narrow = publicUrl.protocol === 'https:' ? '__Secure-' : ''
  return {
    session: getCookieName(publicUrl, 'billfold.idp'),
    interaction: `${narrow}billfold.idp.page`,
    resume: `${narrow}billfold.idp.resume`,
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
  /** Where a person starts over when a page of ours is of no use any more. */
  startOver: string
  /** Whether a browser that signed in lately comes in again without a word, as where several apps share the provider. */
  remembersBrowsers: boolean
  log: (line: string) => void
}

/**
 * Every sign-in takes the password, and the code after it. Where the app's own session is the only one, whatever is remembered of a browser would
 * outlive signing out everywhere, and go round a second factor that was turned on since.
 */
const askEachTime = () => {
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

/** The OpenID Connect provider itself: authorization code with PKCE for the clients that are named, and nothing else. */
export const createOidcProvider = ({
  issuer,
  clients,
  jwks,
  cookieKeys,
  pool,
  accounts,
  startOver,
  remembersBrowsers,
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
    // Auth0's name for 'show the registration page first', which others pass over.
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
      ...(remembersBrowsers ? {} : { policy: askEachTime() }),
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
    // The clients are our own apps: nobody is asked whether an app may know his name.
    loadExistingGrant: async ({ oidc }) => {
      const { clientId } = oidc.client!
      const known = oidc.session!.grantIdFor(clientId)
      const existing = known ? await oidc.provider.Grant.find(known) : undefined
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
