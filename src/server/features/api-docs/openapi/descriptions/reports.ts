import { type AreaDescription, csvMediaTypes } from './description.ts'

export const reportDescriptions: AreaDescription = {
  area: 'Reports',
  description: 'Every figure is a sum of documents: dashboard, reports and books agree to the cent.',
  operations: {
    'GET /api/dashboard': {
      title: 'Read the dashboard',
      description: 'Returns the four figures of the dashboard with their comparisons, overdue documents, and recent activity.',
    },
    'GET /api/reports': {
      referencesRecords: true,
      title: 'Read a report',
      description: 'Returns one report for a range of days, as the figures and the table that the Reports page shows.',
    },
    'GET /api/reports/summary': {
      title: 'Read the report summary',
      description: 'Returns the four figures above every report, for a range of days and for the range before it.',
    },
    'GET /api/reports/documents': {
      referencesRecords: true,
      title: 'Open a figure',
      description: 'Returns the documents that a figure is the sum of. Send the `figure` of a report’s cell.',
    },
    'GET /api/reports/export': {
      referencesRecords: true,
      title: 'Export a report',
      description: 'Returns a report as a CSV file with every row, or as a PDF.',
      mediaTypes: [...csvMediaTypes, 'application/pdf'],
      rendersPdf: true,
    },
    'GET /api/reports/statement-emails': {
      referencesRecords: true,
      title: 'List statement emails',
      description: 'Returns the statements that were emailed to a customer, newest first.',
    },
    'GET /api/books/journal': {
      title: 'Export the journal',
      description: 'Returns the double-entry journal, for hledger or as CSV, of all time or of a range of days.',
      mediaTypes: ['text/plain', 'text/csv'],
    },
    'GET /api/books/health': {
      title: 'Check the books',
      description: 'Recomputes every total, balance and report figure, and lists discrepancies.',
    },
    'GET /api/search': {
      title: 'Search everything',
      description: 'Returns the best matches among invoices, estimates, customers, items and expenses, at most five of each.',
    },
  },
}

export const profileDescriptions: AreaDescription = {
  area: 'Business profile',
  description: 'Your business as shown on documents, and their design. Tokens can read it; changes require a signed-in user.',
  operations: {
    'GET /api/business-profile': { title: 'Read the business profile', description: 'Returns the profile, or null until there is one.' },
    'GET /api/business-profile/history': {
      title: 'Read the business profile’s history',
      description: 'Returns the changes of the profile, the newest 200 of them, newest first. Secret keys are named without their values.',
    },
    'GET /objects/logos/:name': {
      title: 'Download a logo',
      description: 'Returns the image at the profile’s `logoUrl`.',
      mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    },
    'GET /api/user/status': {
      title: 'Read the plan',
      description: 'Returns your plan, and how many of the free invoices are used.',
    },
  },
}
