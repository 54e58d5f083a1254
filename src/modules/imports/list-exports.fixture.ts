/** The same as `customerExports`, for items and expenses. */
export const listExports: {
  program: string
  kind: 'items' | 'expenses'
  csv: [header: string, row: string]
  values: Record<string, string>
}[] = [
  {
    program: 'Invoice Ninja',
    kind: 'items',
    csv: ['product_key|notes|cost|price|quantity|tax_name1|tax_rate1', 'Hour|One hour|10|80.00|1|VAT|20'],
    values: { name: 'Hour', description: 'One hour', unitPrice: '80.00' },
  },
  {
    program: 'FreshBooks',
    kind: 'items',
    csv: ['Name|Description|Unit Cost|Tax 1|Tax 2|Current Stock', 'Hour|One hour|$80.00|||'],
    values: { name: 'Hour', description: 'One hour', unitPrice: '80.00' },
  },
  {
    program: 'Wave',
    kind: 'items',
    csv: ['Product Name|Product Description|Product Amount', 'Hour|One hour|80'],
    values: { name: 'Hour', description: 'One hour', unitPrice: '80' },
  },
  {
    program: 'Zoho Books',
    kind: 'items',
    csv: [
      'Item ID|Item Name|SKU|Description|Rate|Account|Account Code|Taxable|Product Type|Purchase Rate|Purchase Account|Category Name|Usage unit',
      '460001|Hour|H-1|One hour|USD 80.00|Sales|4000|true|service|USD 10.00|COGS|Work|h',
    ],
    values: { name: 'Hour', description: 'One hour', unitPrice: '80.00', category: 'Work', unitCode: 'HUR' },
  },
  {
    program: 'QuickBooks Online',
    kind: 'items',
    csv: [
      'Product/Service Name|Item type|SKU|Sales Description|Sales Price / Rate|Income Account|Purchase Cost|Category',
      'Hour|Service||One hour|1,080.00|Sales||Work',
    ],
    values: { name: 'Hour', description: 'One hour', unitPrice: '1080.00', category: 'Work' },
  },
  {
    program: 'Invoice Ninja',
    kind: 'expenses',
    csv: [
      'expense.amount|expense.category|expense.currency_id|expense.date|expense.payment_date|expense.number|expense.public_notes|expense.vendor_id|expense.tax_amount1',
      '12.30|Advertising|USD|2026-01-05|2026-01-06|0001|Flyers|Shop|1.00',
    ],
    values: { amount: '12.30', category: 'Marketing & Advertising', expenseDate: '2026-01-05', description: 'Flyers', vendor: 'Shop' },
  },
  {
    program: 'FreshBooks',
    kind: 'expenses',
    csv: [
      'Date|Merchant|Category|Description|Client|Project|Amount|Tax 1 Amount|Currency',
      '01/31/2026|Shop|Meals|Lunch|Acme|Site|$12.30|0.00|USD',
    ],
    values: {
      expenseDate: '2026-01-31',
      vendor: 'Shop',
      category: 'Meals & Entertainment',
      description: 'Lunch',
      customer: 'Acme',
      amount: '12.30',
    },
  },
  {
    program: 'Wave',
    kind: 'expenses',
    csv: [
      'Transaction ID|Transaction Date|Account Name|Transaction Description|Transaction Line Description|Amount (One column)| |Debit Amount (Two Column Approach)|Credit Amount (Two Column Approach)|Other Accounts for this Transaction|Customer|Vendor|Invoice Number|Bill Number|Notes / Memo|Amount Before Sales Tax|Sales Tax Amount',
      '7|2026-01-05|Office Supplies|Paper|Paper A4|12.30||12.30||Cash||Shop|||white|12.30|0',
    ],
    values: { expenseDate: '2026-01-05', category: 'Office Supplies', description: 'Paper', amount: '12.30', customer: '', vendor: 'Shop' },
  },
  {
    program: 'Zoho Books',
    kind: 'expenses',
    csv: [
      'Expense Date|Expense Account|Expense Account Code|Paid Through|Vendor|Project Name|Customer Name|Currency Code|Exchange Rate|Is Billable|Expense Amount|Tax Name|Total|Reference#|Expense Description|Expense ID',
      '2026-01-05|Telephone Expense|6000|Cash|Telco||Acme|USD|1.00|false|12.30|VAT|14.00|R1|Calls|46001',
    ],
    values: {
      expenseDate: '2026-01-05',
      category: 'Internet & Phone',
      vendor: 'Telco',
      customer: 'Acme',
      amount: '12.30',
      description: 'Calls',
    },
  },
  {
    program: 'QuickBooks Online',
    kind: 'expenses',
    csv: [
      'Date|Type|No.|Payee|Category|Memo|Total before sales tax|Sales tax|Total',
      '31/01/2026|Expense|12|Shop|Travel:Airfare|To Rome|11.00|1.30|12.30',
    ],
    values: { expenseDate: '2026-01-31', vendor: 'Shop', category: 'Travel', description: 'To Rome', amount: '12.30' },
  },
]
