/** Small forms of the lists that other programs export, with replaced data. */
const xeroHeader =
  'ContactName,EmailAddress,InvoiceNumber,Reference,InvoiceDate,DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,Description,Quantity,UnitAmount,LineAmount,TaxAmount,Currency,Type,Sent,Status'
const xeroOpen =
  '"Ng, Mei & Sons",mei@ng.example,INV-0024,,14/03/2026,13/04/2026,600.00,0.00,250.00,350.00,Photo shoot,1.0000,600.0000,600.00,0.00,GBP,Sales invoice,Sent,Awaiting Payment'

export const lists = {
  xeroInvoices: [
    xeroHeader,
    'Basket Case Ltd,ap@basket.example,INV-0021,,03/02/2026,05/03/2026,1200.00,200.00,1200.00,0.00,Design work,10.0000,100.0000,1000.00,200.00,GBP,Sales invoice,Sent,Paid',
    'Basket Case Ltd,ap@basket.example,INV-0021,,03/02/2026,05/03/2026,1200.00,200.00,1200.00,0.00,Prints,1.0000,200.0000,200.00,20.00,GBP,Sales invoice,Sent,Paid',
    xeroOpen,
    xeroOpen.replace('Photo shoot', 'Travel'),
    'Basket Case Ltd,ap@basket.example,INV-0025,,15/03/2026,14/04/2026,90.00,0.00,0.00,0.00,Cancelled job,1.0000,90.0000,90.00,0.00,GBP,Sales invoice,,Voided',
  ],
  freshbooksInvoices: [
    'Client Name,Invoice #,Date Issued,Invoice Status,Date Paid,Item Name,Item Description,Rate,Quantity,Line Subtotal,Tax 1 Amount,Line Total,Currency',
    'Basket Case Ltd,0000007,2025-01-28,paid,2025-02-10,Car repair,Bumper,65.00,10.0,650.00,84.50,734.50,CAD',
    'Basket Case Ltd,0000008,2025-02-28,sent,,Car repair,Paint,490.00,1.0,490.00,0.00,490.00,USD',
  ],
  freshbooksExpenses: [
    'Date,Category,Sub Category,Vendor,Description,Client,Project,Tax Amount 1,Amount,Currency,Has Receipt',
    '2026-01-14,Car & Truck Expenses,Gas,Shell,Fill up,,,,45.10,USD,false',
    '2026-02-02,Travel,Airlines,Delta,Flight to client,X-Men,,,310.50,CAD,false',
    '2026-02-05,Other,,Corner Shop,Refund of chair,,,,-40.00,USD,false',
  ],
  quickbooksOpenInvoices: [
    '"Fenwick Studio LLC",,,,,,',
    'Open Invoices,,,,,,',
    '',
    ',Date,Transaction type,Num,Term,Due date,Open balance',
    'Acme Cards,,,,,,',
    ',08/01/2026,Invoice,5003,Net 30,08/31/2026,100.00',
    'Total for Acme Cards,,,,,,"$1,350.00"',
  ],
  quickbooksExpenses: [
    '"Fenwick Studio LLC",,,,,,,',
    'Transaction List by Vendor,,,,,,,',
    '"January 1 - March 31, 2026",,,,,,,',
    ',Date,Transaction type,Num,Posting,Memo/Description,Account,Amount',
    'Tool Hire Co,,,,,,,',
    ',01/07/2026,Expense,E-17,Yes,Excavator,Business Visa,"1,000.00"',
    ',02/09/2026,Credit Card Credit,,Yes,Deposit returned,Business Visa,-120.00',
    'Total for Tool Hire Co,,,,,,,"$1,380.00"',
  ],
  paypal: [
    'Date,Time,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Item Title,Invoice Number,Balance,Balance Impact',
    '10/01/2026,03:46:20,Radio Ltd,Subscription Payment,Completed,USD,-6.99,0.00,-6.99,me@example.com,06P,Monthly plan,,-6.99,Debit',
    '10/01/2026,03:46:20,,Bank Deposit to PP Account ,Completed,USD,6.99,0.00,6.99,,0UT,,,0.00,Credit',
    '10/13/2026,10:00:00,Jana Mala,Express Checkout Payment,Completed,USD,"1,250.00",-43.40,"1,206.60",jana@example.com,1AB,Invoice 77,77,"1,206.60",Credit',
    '10/14/2026,10:00:00,Uber,General Authorization,Pending,USD,-42.92,0.00,-42.92,me@example.com,2CD,,,,Memo',
  ],
  stripePayments: [
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Description,Fee,PaymentIntent ID,Status,Seller Message,Customer ID,Customer Email,Invoice ID',
    'ch_1,2026-01-05 13:12,250.00,0.00,usd,true,Invoice A1-0001,7.55,pi_1,Paid,Payment complete.,cus_A1,billing@acme.example,in_1',
    'ch_2,2026-01-09 06:53,99.00,99.00,usd,true,Invoice A1-0002,3.17,pi_2,Refunded,Payment complete.,cus_A1,billing@acme.example,in_2',
    'ch_3,2026-01-15 06:53,50.00,0.00,usd,false,Invoice A1-0003,0.00,pi_3,Failed,The bank declined.,cus_A1,billing@acme.example,in_3',
  ],
  ing: [
    'Datum,Naam / Omschrijving,Rekening,Tegenrekening,Code,Af Bij,Bedrag (EUR),Mutatiesoort,Mededelingen',
    '2026-03-01,Coolblue B.V.,NL01INGB0000000001,NL02ABNA0000000002,GT,Af,"129,95",Online bankieren,Toetsenbord',
    '2026-03-05,Klant BV,NL01INGB0000000001,NL03RABO0000000003,OV,Bij,"1.210,00",Overschrijving,Factuur 2026-004',
  ],
  ingGermany: [
    'Umsatzanzeige;Datei erstellt am: 11.08.2026 14:54',
    '',
    'IBAN;DE12 3456 7890 1234 5678 90',
    'Saldo;1.111,11;EUR',
    'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
    '01.08.2026;01.08.2026;Kunde AG;Gutschrift;RE-2026-007;2.345,67;EUR;2.000,00;EUR',
  ],
  sparkasse: [
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter;Betrag;Waehrung;Info',
    '1000594757;22.02.18;22.02.18;FOLGELASTSCHRIFT;Ihre Rechnung;Vodafone Kabel;-36,99;EUR;Umsatz gebucht',
    '1000594757;23.02.18;23.02.18;GUTSCHRIFT;RE-7;Kunde AG;2.000,00;EUR;Umsatz gebucht',
  ],
  germanItems: ['Name;Beschreibung;Preis', 'Website;Paket;1.500', 'Logo;;1.250', 'Shop;;12.000'],
  wave: [
    'Transaction ID,Transaction Date,Account Name,Transaction Description,Amount (One column),Debit Amount (Two Column Approach),Credit Amount (Two Column Approach),Customer,Vendor,Invoice Number,Notes / Memo',
    '7,2026-01-05,Office Supplies,Paper,12.30,12.30,,,Shop,,white',
    '7,2026-01-05,Cash,Paper,12.30,,12.30,,Shop,,white',
  ],
} satisfies Record<string, string[]>
