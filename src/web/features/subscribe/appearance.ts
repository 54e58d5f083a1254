import type { Appearance } from '@stripe/stripe-js'

/** The app's colours as they are now, for the provider's fields: they stand in frames of their own, where our styles don't reach. */
export const getAppearance = (isDark: boolean): Appearance => {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('accent'),
      accessibleColorOnColorPrimary: colour('on-accent'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorTextPlaceholder: colour('muted'),
      colorDanger: colour('danger'),
      borderRadius: '8px',
      fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
    },
    rules: { '.Input': { borderColor: colour('control'), boxShadow: 'none' } },
  }
}
