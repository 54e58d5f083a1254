import type { ImportKind } from '#shared/record-types.ts'

export type FieldType = 'text' | 'email' | 'phone' | 'amount' | 'day' | 'category' | 'url' | 'customer' | 'unit' | 'currency'

/** A field that a column of a file can be imported as. */
export type ImportField = {
  name: string
  label: string
  type: FieldType
  required?: true
  /** Column names in other programs, the most specific first. Case, spaces and punctuation are ignored. */
  aliases: readonly string[]
}

/** @param aliases column names separated by `;`; the label is added as the first */
const field = (name: string, label: string, type: FieldType, aliases: string): ImportField => ({
  name,
  label,
  type,
  aliases: [label, ...aliases.split(';').map((alias) => alias.trim())],
})
const required = (it: ImportField): ImportField => ({ ...it, required: true })

// The names occur in the files of Invoice Ninja, FreshBooks, Wave, Zoho, QuickBooks, Xero, Google Contacts and Outlook.

/** `firstName`, `lastName` and `addressLine2` aren't stored: they are joined into `name` and `address`. */
const customerFields = [
  required(
    field(
      'name',
      'Name',
      'text',
      `Customer name; Customer; Client name; client.name; Client; Display name; Customer display name; Customer full name; Full name;
       Contact name; ContactName; File as; Contact; Contact full name; Primary contact`,
    ),
  ),
  field(
    'firstName',
    'First name',
    'text',
    'FirstName; Given name; Contact first name; contact.first_name; Client first name; fname; Forename',
  ),
  field('lastName', 'Last name', 'text', 'LastName; Family name; Contact last name; contact.last_name; Client last name; lname; Surname'),
  field(
    'company',
    'Company',
    'text',
    'Company name; Organization; Organisation; Organization name; Organization 1 - Name; Business name; Business; Client company; CompanyName',
  ),
  field(
    'email',
    'Email',
    'email',
    `Email address; EmailAddress; EmailID; E-mail address; E-mail 1 - Value; E-mail 1; Primary email; Main email; Contact email;
     contact.email; Client email; Customer email; Email 1; Billing email`,
  ),
  field('contactName', 'Contact person', 'text', 'Contact person name; Primary contact person; Attention; Attention to; Attn'),
  field(
    'otherEmails',
    'Other recipients',
    'text',
    `Other emails; Other email addresses; Additional emails; Additional email addresses; Additional recipients; Additional people; CC; CC email; CC emails;
     CC recipients`,
  ),
  field(
    'phone',
    'Phone',
    'phone',
    `Phone number; Telephone; Telephone number; Business phone; BusPhone; Work phone; PhoneNumber; Phone 1 - Value; Phone 1; Main phone;
     Primary phone; Client phone; client.phone; Contact phone; contact.phone; Customer phone; Billing phone; Mobile; Mobile phone; MobilePhone;
     MobPhone; Mobile number; Cell; Cell phone; Home phone; HomePhone; Tel`,
  ),
  field(
    'address',
    'Address',
    'text',
    `Address line 1; Address 1; Address1; client.address1; Street; Street address; Street 1; Billing address; Billing street; Billing address 1;
     Billing address line 1; Billing street 1; Bill address 1; Bill address line 1; Bill address street 1; Client street; Client address;
     POAddressLine1; SAAddressLine1; Business street; Business address; Address 1 - Street; Address 1 - Formatted; Home street; Mailing address`,
  ),
  field(
    'addressLine2',
    'Address, line 2',
    'text',
    `Address line 2; Address 2; Address2; client.address2; Street 2; Apt/Suite; Apartment; Suite; Unit; Billing street 2; Billing street2;
     Billing address 2; Billing address line 2; Bill address 2; Bill address line 2; Client apt/suite; POAddressLine2; Business street 2;
     Address 1 - Extended Address`,
  ),
  field(
    'city',
    'City',
    'text',
    `Town; Town/City; City/Town; Billing city; Bill address city; Client city; client.city; POCity; SACity; Business city; Address 1 - City;
     Home city; Suburb; Locality`,
  ),
  field(
    'state',
    'State',
    'text',
    `Province; State/Province; Province/State; State/Region; Region; County; Billing state; Billing province; Bill address state; Client state;
     Client state/province; client.state; PORegion; SARegion; Business state; Address 1 - Region; Home state; Billing county`,
  ),
  field(
    'zipCode',
    'ZIP code',
    'text',
    `Zip; Postal code; Postcode; PostalCode; Post code; Zip/Postal; Zip/Postal code; Postal code/Zip code; Postal/Zip code; Billing code;
     Billing zip; Billing zip code; Billing postal code; Bill address zip; Bill address postal code; Client postal code; client.postal_code;
     POPostalCode; SAPostalCode; Business postal code; Address 1 - Postal Code; Home postal code; PIN code`,
  ),
  field(
    'country',
    'Country',
    'text',
    `Country/Region; Billing country; Bill address country; Client country; client.country; client.country_id; POCountry; SACountry;
     Business country; Business country/region; Address 1 - Country; Home country; Country name`,
  ),
  field('countryCode', 'Country code', 'text', 'ISO country code; Country ISO code; ISO code; Billing country code'),
  field(
    'vatId',
    'VAT ID',
    'text',
    'VAT number; VAT no; VAT registration number; VAT identification number; VAT reg no; client.vat_number; Client VAT number; VAT',
  ),
  field(
    'registrationId',
    'Registration ID',
    'text',
    'Registration number; Company number; Company registration number; Company ID; client.id_number; Client ID number; Trade register number',
  ),
  field('taxRate', 'Tax rate', 'text', 'Tax rate name'),
  field(
    'currency',
    'Currency',
    'currency',
    'Currency code; Customer currency; customer_currency; Client currency; client.currency; Invoice currency',
  ),
]

const itemFields = [
  required(
    field(
      'name',
      'Name',
      'text',
      `Item name; Product name; Product/Service name; Product/Service; Product; Service; Item; product_key; product.product_key; Service name;
       Product Product; ItemName; Title`,
    ),
  ),
  field(
    'description',
    'Description',
    'text',
    'Item description; Sales description; Product description; SalesDescription; Notes; product.notes; Product notes; Item desc; Details',
  ),
  required(
    field(
      'unitPrice',
      'Unit price',
      'amount',
      `Price; Rate; Sales price / rate; Sales price; Selling price; Unit cost; Cost; product.price; Product price; product.cost; Product cost;
       Product amount; Amount; SalesUnitPrice; UnitPrice; Item price; Sales unit price; Item rate; Net price`,
    ),
  ),
  field('category', 'Category', 'text', 'Category name; Item category; Product category; Group'),
  field('unitCode', 'Unit', 'unit', 'Unit of measure; UOM; Unit name; Usage unit; Unit code'),
  field('taxRate', 'Tax rate', 'text', 'Tax rate name'),
]

const expenseFields = [
  required(
    field(
      'description',
      'Description',
      'text',
      `Expense description; Transaction description; Transaction line description; Memo; Memo/Description; Notes; Public notes; expense.public_notes;
       Notes / Memo; Item description; Details; Name; Subject; Title; Narrative; Private notes; expense.private_notes`,
    ),
  ),
  required(
    field(
      'amount',
      'Amount',
      'amount',
      `Expense amount; expense.amount; Amount (One column); Total; Total amount; Amount due; Grand total; Net amount; Debit; Debit amount;
       Debit Amount (Two Column Approach); Sub total; Price; Cost; Value`,
    ),
  ),
  required(
    field(
      'category',
      'Category',
      'category',
      `Expense category; expense.category; Category name; Expense account; Account name; Account; Parent category; Subcategory; Expense type`,
    ),
  ),
  required(
    field(
      'expenseDate',
      'Date',
      'day',
      'Expense date; expense.date; Transaction date; Date incurred; Bill date; Payment date; Posting date; Posted date; Spent on; Day',
    ),
  ),
  field(
    'vendor',
    'Vendor',
    'text',
    'Vendor name; expense.vendor; expense.vendor_id; Merchant; Merchant name; Supplier; Supplier name; Payee; Paid to; Store; Shop',
  ),
  field(
    'customer',
    'Customer',
    'customer',
    'Customer name; Client; Client name; expense.client; expense.client_id; Billable to; Customer:Job',
  ),
  field('receiptUrl', 'Receipt URL', 'url', 'Receipt; Receipt link; Attachment; Attachment URL; Receipt image; Document; Link; URL'),
]

const openingBalanceFields = [
  required(
    field(
      'customer',
      'Customer',
      'customer',
      'Customer name; Client; Client name; Name; Contact; Contact name; ContactName; Debtor; Company',
    ),
  ),
  required(
    field(
      'amount',
      'Open amount',
      'amount',
      // A total is open only if nothing else in the file speaks of payments: see `telling-columns.ts`.
      `Open balance; Balance due; Amount due; AmountDue; InvoiceAmountDue; Invoice amount due; Invoice balance; Outstanding; Outstanding amount;
       Amount outstanding; Outstanding balance; Remaining; Remaining balance; Amount remaining; Balance; Unpaid; Unpaid amount; Due amount; Open;
       Amount; Total`,
    ),
  ),
  required(field('dueDate', 'Due date', 'day', 'DueDate; Due; Date due; Payment due; Due on')),
  field('day', 'As of', 'day', 'Date; Opening date; Invoice date; InvoiceDate; Issue date; Date issued; Transaction date'),
  field('reference', 'Invoice number', 'text', 'InvoiceNumber; Number; No; Num; Invoice; Invoice no; Reference; Document number'),
]

/** The fields of each kind of import. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  customers: customerFields,
  items: itemFields,
  expenses: expenseFields,
  'opening-balances': openingBalanceFields,
}

/** The label of a field; its name when there is no such field. */
export const getFieldLabel = (kind: ImportKind, name: string): string => importFields[kind].find((it) => it.name === name)?.label ?? name

/** Normalizes a column name to lower-case letters and digits ('E-Mail address' and 'email_address' are equal); '&' is 'and'. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
