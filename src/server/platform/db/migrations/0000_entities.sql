CREATE TABLE "identity_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"user_code" text,
	"uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "identity_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_status" text DEFAULT 'trial' NOT NULL,
	"subscription_plan" text,
	"trial_invoices_used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_profiles" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "business_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"business_name" text NOT NULL,
	"contact_name" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"website" text,
	"logo_url" text,
	"tax_number" text,
	"pdf_theme" text DEFAULT 'classic' NOT NULL,
	"pdf_primary_color" text DEFAULT '#333333' NOT NULL,
	"pdf_accent_color" text DEFAULT '#0079F2' NOT NULL,
	"stripe_publishable_key" text,
	"stripe_account_status" text DEFAULT 'not_connected' NOT NULL,
	"paypal_client_id" text,
	"paypal_account_status" text DEFAULT 'not_connected' NOT NULL,
	"preferred_payment_method" text DEFAULT 'stripe' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_profiles_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "business_profiles_user_key" UNIQUE("user_id"),
	CONSTRAINT "business_profiles_method" CHECK ("business_profiles"."preferred_payment_method" in ('stripe', 'paypal', 'both'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"company" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "expenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"customer_id" integer,
	"category" text NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"expense_date" date NOT NULL,
	"vendor" text,
	"receipt_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "expenses_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "expenses_amount" CHECK ("expenses"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"unit_price" numeric(10,2) NOT NULL,
	"category" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "items_price" CHECK ("items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "estimate_line_items" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "estimate_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"position" integer NOT NULL,
	"item_id" integer,
	"description" text NOT NULL,
	"quantity" numeric(10,2) NOT NULL,
	"unit_price" numeric(10,2) NOT NULL,
	"total" numeric(10,2) NOT NULL,
	"estimate_id" integer NOT NULL,
	CONSTRAINT "estimate_line_items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "estimate_line_items_position_key" UNIQUE("user_id","estimate_id","position"),
	CONSTRAINT "estimate_line_items_total" CHECK ("estimate_line_items"."total" = round("estimate_line_items"."quantity" * "estimate_line_items"."unit_price", 2) and "estimate_line_items"."quantity" > 0 and "estimate_line_items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "estimates" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "estimates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"customer_id" integer NOT NULL,
	"issue_date" date NOT NULL,
	"subtotal" numeric(10,2) NOT NULL,
	"tax_rate" numeric(5,2) DEFAULT 0 NOT NULL,
	"tax_amount" numeric(10,2) NOT NULL,
	"tax_is_custom" boolean DEFAULT false NOT NULL,
	"total" numeric(10,2) NOT NULL,
	"notes" text,
	"terms" text,
	"customer_as_sent" jsonb,
	"business_as_sent" jsonb,
	"sent_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"estimate_number" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"expiry_date" date NOT NULL,
	"invoice_id" integer,
	CONSTRAINT "estimates_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "estimates_number_key" UNIQUE("user_id","estimate_number"),
	CONSTRAINT "estimates_invoice_key" UNIQUE("user_id","invoice_id"),
	CONSTRAINT "estimates_status" CHECK ("estimates"."status" in ('draft', 'sent', 'accepted', 'rejected', 'expired')),
	CONSTRAINT "estimates_total" CHECK ("estimates"."total" = "estimates"."subtotal" + "estimates"."tax_amount" and "estimates"."subtotal" >= 0 and "estimates"."tax_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_line_items" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "invoice_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"position" integer NOT NULL,
	"item_id" integer,
	"description" text NOT NULL,
	"quantity" numeric(10,2) NOT NULL,
	"unit_price" numeric(10,2) NOT NULL,
	"total" numeric(10,2) NOT NULL,
	"invoice_id" integer NOT NULL,
	CONSTRAINT "invoice_line_items_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "invoice_line_items_position_key" UNIQUE("user_id","invoice_id","position"),
	CONSTRAINT "invoice_line_items_total" CHECK ("invoice_line_items"."total" = round("invoice_line_items"."quantity" * "invoice_line_items"."unit_price", 2) and "invoice_line_items"."quantity" > 0 and "invoice_line_items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"customer_id" integer NOT NULL,
	"issue_date" date NOT NULL,
	"subtotal" numeric(10,2) NOT NULL,
	"tax_rate" numeric(5,2) DEFAULT 0 NOT NULL,
	"tax_amount" numeric(10,2) NOT NULL,
	"tax_is_custom" boolean DEFAULT false NOT NULL,
	"total" numeric(10,2) NOT NULL,
	"notes" text,
	"terms" text,
	"customer_as_sent" jsonb,
	"business_as_sent" jsonb,
	"sent_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"invoice_number" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"due_date" date NOT NULL,
	"stripe_payment_intent_id" text,
	"payment_url" text,
	CONSTRAINT "invoices_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "invoices_number_key" UNIQUE("user_id","invoice_number"),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'sent', 'paid', 'overdue')),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total" = "invoices"."subtotal" + "invoices"."tax_amount" and "invoices"."subtotal" >= 0 and "invoices"."tax_amount" >= 0),
	CONSTRAINT "invoices_rate" CHECK ("invoices"."tax_rate" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "public_invoices" (
	"public_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	CONSTRAINT "public_invoices_invoice_key" UNIQUE("user_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"user_id" integer NOT NULL,
	"id" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"provider" text NOT NULL,
	"account_id" text NOT NULL,
	"ref" text,
	"url" text,
	"amount" numeric(10,2) NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"invoice_version" integer NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "payment_attempts_ref_key" UNIQUE("user_id","provider","account_id","ref"),
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_credentials" (
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"sealed_webhook_secret" "bytea",
	"webhook_id" text,
	"endpoint_token" text NOT NULL,
	"account_id" text,
	"status" text DEFAULT 'not_connected' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_credentials_user_id_provider_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"attempt_id" text,
	"amount" numeric(10,2) NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"payment_date" date NOT NULL,
	"payment_method" text NOT NULL,
	"provider" text NOT NULL,
	"charge_ref" text,
	"stripe_payment_intent_id" text,
	"stripe_charge_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"refunded" numeric(10,2) DEFAULT 0 NOT NULL,
	"disputed" boolean DEFAULT false NOT NULL,
	"notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "payments_charge_key" UNIQUE("user_id","provider","charge_ref"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0 and "payments"."refunded" between 0 and "payments"."amount")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"user_id" integer NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "webhook_events_user_id_endpoint_id_event_id_pk" PRIMARY KEY("user_id","endpoint_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_customer_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_estimate_fk" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD CONSTRAINT "estimate_line_items_item_fk" FOREIGN KEY ("user_id","item_id") REFERENCES "public"."items"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_customer_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_item_fk" FOREIGN KEY ("user_id","item_id") REFERENCES "public"."items"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_invoices" ADD CONSTRAINT "public_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_invoices" ADD CONSTRAINT "public_invoices_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_credentials" ADD CONSTRAINT "payment_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_fk" FOREIGN KEY ("user_id","attempt_id") REFERENCES "public"."payment_attempts"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_accounts_email_key" ON "identity_accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "identity_records_grant_idx" ON "identity_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_records_uid_idx" ON "identity_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_records_expiry_idx" ON "identity_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity_key" ON "users" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "expenses_date_idx" ON "expenses" USING btree ("user_id","expense_date");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_age_idx" ON "idempotency_keys" USING btree ("created_at","user_id","key");--> statement-breakpoint
CREATE INDEX "estimate_line_items_item_idx" ON "estimate_line_items" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE INDEX "estimates_customer_idx" ON "estimates" USING btree ("user_id","customer_id");--> statement-breakpoint
CREATE INDEX "invoice_line_items_item_idx" ON "invoice_line_items" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE INDEX "invoices_customer_idx" ON "invoices" USING btree ("user_id","customer_id");--> statement-breakpoint
CREATE INDEX "invoices_recent_idx" ON "invoices" USING btree ("user_id","issue_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open_key" ON "payment_attempts" USING btree ("user_id","invoice_id","provider") WHERE status in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_credentials_endpoint_key" ON "payment_credentials" USING btree ("endpoint_token","user_id");--> statement-breakpoint
CREATE INDEX "payments_invoice_idx" ON "payments" USING btree ("user_id","invoice_id");--> statement-breakpoint
CREATE INDEX "payments_date_idx" ON "payments" USING btree ("user_id","payment_date");