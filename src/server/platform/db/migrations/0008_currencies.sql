SET LOCAL lock_timeout = '5s';--> statement-breakpoint
CREATE TABLE "ecb_rates" (
	"currency" char(3) NOT NULL,
	"day" date NOT NULL,
	"rate" numeric NOT NULL,
	CONSTRAINT "ecb_rates_currency_day_pk" PRIMARY KEY("currency","day"),
	CONSTRAINT "ecb_rates_rate" CHECK ("ecb_rates"."rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"user_id" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"day" date NOT NULL,
	"rate" numeric NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_user_id_currency_day_pk" PRIMARY KEY("user_id","currency","day"),
	CONSTRAINT "exchange_rates_currency" CHECK ("exchange_rates"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "exchange_rates_rate" CHECK ("exchange_rates"."rate" > 0 and "exchange_rates"."rate" < 1e10 and scale("exchange_rates"."rate") <= 10),
	CONSTRAINT "exchange_rates_source" CHECK ("exchange_rates"."source" in ('typed', 'file'))
);
--> statement-breakpoint
ALTER TABLE "document_lines" DROP CONSTRAINT "document_lines_scale";--> statement-breakpoint
ALTER TABLE "document_lines" DROP CONSTRAINT "document_lines_discount_net";--> statement-breakpoint
ALTER TABLE "document_taxes" DROP CONSTRAINT "document_taxes_scale";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_scale";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_exchange_rate";--> statement-breakpoint
ALTER TABLE "expenses" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "exchange_rate" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "home_total" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "payment_refunds" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "payment_returns" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
-- The view uses the columns, whose type can be changed only without it.
DROP VIEW document_balance;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded" SET DEFAULT 0.00;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "fee" SET DATA TYPE numeric;--> statement-breakpoint
CREATE VIEW document_balance WITH (security_invoker = true) AS
  SELECT user_id, document_id, sum(amount) AS received, sum(amount - refunded) AS paid, max(provider) FILTER (WHERE provider <> 'manual') AS provider
  FROM payments WHERE status = 'succeeded' GROUP BY user_id, document_id;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "currency" char(3);--> statement-breakpoint
ALTER TABLE "document_taxes" ADD COLUMN "home_base" numeric;--> statement-breakpoint
ALTER TABLE "document_taxes" ADD COLUMN "home_amount" numeric;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "rate_day" date;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "rate_source" text;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD COLUMN "currency" char(3);--> statement-breakpoint
ALTER TABLE "journal_lines" ADD COLUMN "currency_amount" numeric;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "home_amount" numeric;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "exchange_rate" numeric;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rate_source" text;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_currency" CHECK ("customers"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_scale" CHECK ("document_lines"."amount" = round("document_lines"."amount", "document_lines"."decimals") and "document_lines"."discount_amount" = round("document_lines"."discount_amount", "document_lines"."decimals") and "document_lines"."total" = round("document_lines"."total", "document_lines"."decimals")
        and "document_lines"."document_discount" = round("document_lines"."document_discount", "document_lines"."decimals") and "document_lines"."net" = round("document_lines"."net", "document_lines"."decimals"));--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_discount_net" CHECK ("document_lines"."document_discount_net" = round("document_lines"."document_discount_net", "document_lines"."decimals"));--> statement-breakpoint
ALTER TABLE "document_taxes" ADD CONSTRAINT "document_taxes_home" CHECK (("document_taxes"."home_base" is null) = ("document_taxes"."home_amount" is null));--> statement-breakpoint
ALTER TABLE "document_taxes" ADD CONSTRAINT "document_taxes_scale" CHECK ("document_taxes"."base" = round("document_taxes"."base", "document_taxes"."decimals") and "document_taxes"."amount" = round("document_taxes"."amount", "document_taxes"."decimals"));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_rate_source" CHECK ("documents"."rate_source" in ('typed', 'file', 'ecb') and ("documents"."rate_source" is null) = ("documents"."rate_day" is null));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_scale" CHECK ("documents"."subtotal" = round("documents"."subtotal", "documents"."decimals") and "documents"."discount_amount" = round("documents"."discount_amount", "documents"."decimals") and "documents"."charge_amount" = round("documents"."charge_amount", "documents"."decimals")
        and "documents"."net_amount" = round("documents"."net_amount", "documents"."decimals") and "documents"."tax_amount" = round("documents"."tax_amount", "documents"."decimals") and "documents"."rounding" = round("documents"."rounding", "documents"."decimals") and "documents"."total" = round("documents"."total", "documents"."decimals"));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_exchange_rate" CHECK ("documents"."exchange_rate" > 0 and ("documents"."exchange_rate" is null) = ("documents"."home_total" is null)
        and ("documents"."exchange_rate" is not null or "documents"."type" <> 'invoice' or "documents"."status" = 'draft'));--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_currency" CHECK (("journal_lines"."currency" is null) = ("journal_lines"."currency_amount" is null) and "journal_lines"."currency_amount" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_home" CHECK ("payments"."home_amount" >= 0 and "payments"."exchange_rate" > 0 and "payments"."rate_source" in ('typed', 'file', 'ecb', 'provider', 'document')
        and ("payments"."home_amount" is null) = ("payments"."exchange_rate" is null) and ("payments"."home_amount" is null) = ("payments"."rate_source" is null));
--> statement-breakpoint
ALTER TABLE exchange_rates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE exchange_rates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON exchange_rates USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
