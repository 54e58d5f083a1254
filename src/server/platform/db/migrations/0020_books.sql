CREATE TABLE "payment_returns" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "payment_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"seal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_returns_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "payment_returns_amount" CHECK ("payment_returns"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"title" text NOT NULL,
	"subtitle" text,
	"body" text NOT NULL,
	"amount" numeric(10,2),
	"day" date,
	CONSTRAINT "search_entries_user_id_kind_record_id_pk" PRIMARY KEY("user_id","kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"user_id" integer NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_user_id_word_pk" PRIMARY KEY("user_id","word")
);
--> statement-breakpoint
CREATE TABLE "statement_emails" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "statement_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"message" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "statement_emails_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "statement_emails_state" CHECK ("statement_emails"."state" in ('queued', 'accepted', 'failed')),
	CONSTRAINT "statement_emails_days" CHECK ("statement_emails"."from_day" <= "statement_emails"."to_day")
);
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "payment_returns" ADD CONSTRAINT "payment_returns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_returns" ADD CONSTRAINT "payment_returns_payment_fk" FOREIGN KEY ("user_id","payment_id") REFERENCES "public"."payments"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_emails" ADD CONSTRAINT "statement_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_emails" ADD CONSTRAINT "statement_emails_customer_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_returns_payment_idx" ON "payment_returns" USING btree ("user_id","payment_id");--> statement-breakpoint
CREATE INDEX "payment_returns_day_idx" ON "payment_returns" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "search_entries_amount_idx" ON "search_entries" USING btree ("user_id","amount");--> statement-breakpoint
CREATE INDEX "statement_emails_customer_idx" ON "statement_emails" USING btree ("user_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_open_idx" ON "invoices" USING btree ("user_id","due_date","id") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_deleted_idx" ON "invoices" USING btree ("user_id","id") WHERE deleted_at is not null;