type Notice = { title: string; description: string }

/** What to say when the card provider's pages can't be opened. @param told the server's words, '' when it said nothing */
export const portalErrorMessage = (told: string): Notice =>
  /no configuration|customer portal/i.test(told)
    ? {
        title: 'Portal Setup Required',
        description:
          "The owner of this server needs to configure the customer portal in the card provider's dashboard, and save its settings.",
      }
    : { title: 'Error', description: told || 'Failed to open subscription management. Please try again.' }
