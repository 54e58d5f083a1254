import { type AreaSays, csvMedia } from './says.ts'

export const reportSays: AreaSays = {
  area: 'Reports',
  says: 'Every figure is a sum of documents: dashboard, reports and books agree to the cent.',
  calls: {
    'GET /api/dashboard': {
      title: 'Read the dashboard',
      says: 'Answers the four figures of the dashboard, what they compare with, what is late, and what happened last.',
    },
    'GET /api/reports': {
      namesOthers: true,
      title: 'Read a report',
      says: 'Answers one report for a range of days, as the figures and the table that the Reports page shows.',
    },
    'GET /api/reports/summary': {
      title: 'Read the report summary',
      says: 'Answers the four figures above every report, for a range of days and for the range before it.',
    },
    'GET /api/reports/documents': {
      namesOthers: true,
      title: 'Open a figure',
      says: 'Answers the documents that a figure is the sum of. Send back what the `figure` of a report’s cell holds.',
    },
    'GET /api/reports/export': {
      namesOthers: true,
      title: 'Export a report',
      says: 'Answers a report as a CSV file with every row, or as a PDF.',
      media: [...csvMedia, 'application/pdf'],
      drawsPdf: true,
    },
    'GET /api/reports/statement-emails': {
      namesOthers: true,
      title: 'List statement e-mails',
      says: 'Answers the statements that were e-mailed to a customer, newest first.',
    },
    'GET /api/books/journal': {
      title: 'Export the journal',
      says: 'Answers the double-entry journal, for hledger or as CSV, of everything or of a range of days.',
      media: ['text/plain', 'text/csv'],
    },
    'GET /api/books/health': {
      title: 'Check the books',
      says: 'Derives every total, balance and report figure anew, and names what disagrees.',
    },
    'GET /api/search': {
      title: 'Search everything',
      says: 'Answers the best matches among invoices, estimates, customers, items and expenses, at most five of each.',
    },
  },
}

export const profileSays: AreaSays = {
  area: 'Business profile',
  says: 'Who you are on your papers, and how they look. Programs can read it; a signed-in person changes it.',
  calls: {
    'GET /api/business-profile': { title: 'Read the business profile', says: 'Answers the profile, or null until there is one.' },
    'GET /objects/logos/:name': {
      title: 'Download a logo',
      says: 'Answers the picture that the profile’s `logoUrl` names.',
      media: ['image/png', 'image/jpeg', 'image/webp'],
    },
    'GET /api/user/status': { title: 'Read the plan', says: 'Answers which plan you are on, and how many of the free invoices are used.' },
  },
}
