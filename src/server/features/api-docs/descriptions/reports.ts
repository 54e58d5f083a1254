import { type AreaDescription, csvMediaTypes } from './description.ts'

export const reportDescriptions: AreaDescription = {
  area: 'Reports',
  description: 'Every figure is a sum of documents: dashboard, reports and books agree to the cent.',
  operations: {
    'GET /api/dashboard': {
      title: 'Read the dashboard',
      description: 'Answers the four figures of the dashboard, what they compare with, what is late, and what happened last.',
    },
    'GET /api/reports': {
      referencesRecords: true,
      title: 'Read a report',
      description: 'Answers one report for a range of days, as the figures and the table that the Reports page shows.',
    },
    'GET /api/reports/summary': {
      title: 'Read the report summary',
      description: 'Answers the four figures above every report, for a range of days and for the range before it.',
    },
    'GET /api/reports/documents': {
      referencesRecords: true,
      title: 'Open a figure',
      description: 'Answers the documents that a figure is the sum of. Send back what the `figure` of a report’s cell holds.',
    },
    'GET /api/reports/export': {
      referencesRecords: true,
      title: 'Export a report',
      description: 'Answers a report as a CSV file with every row, or as a PDF.',
      mediaTypes: [...csvMediaTypes, 'application/pdf'],
      rendersPdf: true,
    },
    'GET /api/reports/statement-emails': {
      referencesRecords: true,
      title: 'List statement e-mails',
      description: 'Answers the statements that were e-mailed to a customer, newest first.',
    },
    'GET /api/books/journal': {
      title: 'Export the journal',
      description: 'Answers the double-entry journal, for hledger or as CSV, of everything or of a range of days.',
      mediaTypes: ['text/plain', 'text/csv'],
    },
    'GET /api/books/health': {
      title: 'Check the books',
      description: 'Derives every total, balance and report figure anew, and names what disagrees.',
    },
    'GET /api/search': {
      title: 'Search everything',
      description: 'Answers the best matches among invoices, estimates, customers, items and expenses, at most five of each.',
    },
  },
}

export const profileDescriptions: AreaDescription = {
  area: 'Business profile',
  description: 'Who you are on your papers, and how they look. Programs can read it; a signed-in person changes it.',
  operations: {
    'GET /api/business-profile': { title: 'Read the business profile', description: 'Answers the profile, or null until there is one.' },
    'GET /objects/logos/:name': {
      title: 'Download a logo',
      description: 'Answers the picture that the profile’s `logoUrl` names.',
      mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    },
    'GET /api/user/status': {
      title: 'Read the plan',
      description: 'Answers which plan you are on, and how many of the free invoices are used.',
    },
  },
}
