CREATE TABLE "invoice_emails" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "invoice_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"kind" text NOT NULL,
	"payment_id" integer,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"message" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "invoice_emails_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "invoice_emails_receipt_key" UNIQUE("user_id","payment_id"),
	CONSTRAINT "invoice_emails_kind" CHECK ("invoice_emails"."kind" in ('invoice', 'receipt') and ("invoice_emails"."kind" = 'receipt') = ("invoice_emails"."payment_id" is not null)),
	CONSTRAINT "invoice_emails_state" CHECK ("invoice_emails"."state" in ('queued', 'accepted', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "invoice_events" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "invoice_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "invoice_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_numbering" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"prefix" text NOT NULL,
	"include_year" boolean NOT NULL,
	"padding" integer NOT NULL,
	"restart_yearly" boolean NOT NULL,
	"start_at" integer DEFAULT 1 NOT NULL,
	"start_year" integer NOT NULL,
	CONSTRAINT "invoice_numbering_padding" CHECK ("invoice_numbering"."padding" between 1 and 8 and "invoice_numbering"."start_at" >= 1)
);
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "former_customer_id" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "email_state" text;--> statement-breakpoint
ALTER TABLE "invoice_emails" ADD CONSTRAINT "invoice_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_emails" ADD CONSTRAINT "invoice_emails_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_numbering" ADD CONSTRAINT "invoice_numbering_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_emails_invoice_idx" ON "invoice_emails" USING btree ("user_id","invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_events_invoice_idx" ON "invoice_events" USING btree ("user_id","invoice_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer" CHECK ("invoices"."customer_id" is not null or "invoices"."deleted_at" is not null);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_email_state" CHECK ("invoices"."email_state" in ('queued', 'accepted', 'failed'));