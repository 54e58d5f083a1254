CREATE TABLE "estimate_emails" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "estimate_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"message" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"estimate_id" integer NOT NULL,
	"kind" text DEFAULT 'estimate' NOT NULL,
	CONSTRAINT "estimate_emails_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "estimate_emails_kind" CHECK ("estimate_emails"."kind" = 'estimate'),
	CONSTRAINT "estimate_emails_state" CHECK ("estimate_emails"."state" in ('queued', 'accepted', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "estimate_events" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "estimate_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"estimate_id" integer NOT NULL,
	CONSTRAINT "estimate_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "estimate_numbering" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"prefix" text NOT NULL,
	"include_year" boolean NOT NULL,
	"padding" integer NOT NULL,
	"restart_yearly" boolean NOT NULL,
	"start_at" integer DEFAULT 1 NOT NULL,
	"start_year" integer NOT NULL,
	CONSTRAINT "estimate_numbering_padding" CHECK ("estimate_numbering"."padding" between 1 and 8 and "estimate_numbering"."start_at" >= 1)
);
--> statement-breakpoint
CREATE TABLE "public_estimates" (
	"public_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"estimate_id" integer NOT NULL,
	CONSTRAINT "public_estimates_estimate_key" UNIQUE("user_id","estimate_id")
);
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_invoice_fk";
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "former_customer_id" integer;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "email_state" text;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "answered_from" text;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "estimate_id" integer;--> statement-breakpoint
ALTER TABLE "estimate_emails" ADD CONSTRAINT "estimate_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_emails" ADD CONSTRAINT "estimate_emails_estimate_fk" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_events" ADD CONSTRAINT "estimate_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_events" ADD CONSTRAINT "estimate_events_estimate_fk" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_numbering" ADD CONSTRAINT "estimate_numbering_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_estimates" ADD CONSTRAINT "public_estimates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_estimates" ADD CONSTRAINT "public_estimates_estimate_fk" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimate_emails_estimate_idx" ON "estimate_emails" USING btree ("user_id","estimate_id","id");--> statement-breakpoint
CREATE INDEX "estimate_events_estimate_idx" ON "estimate_events" USING btree ("user_id","estimate_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_estimate_fk" FOREIGN KEY ("user_id","estimate_id") REFERENCES "public"."estimates"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimates_recent_idx" ON "estimates" USING btree ("user_id","issue_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_estimate_key" UNIQUE("user_id","estimate_id");--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_rate" CHECK ("estimates"."tax_rate" between 0 and 100);--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_customer" CHECK ("estimates"."customer_id" is not null or "estimates"."deleted_at" is not null);--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_email_state" CHECK ("estimates"."email_state" in ('queued', 'accepted', 'failed'));--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_answer" CHECK ("estimates"."answered_at" is null or "estimates"."status" in ('accepted', 'rejected'));