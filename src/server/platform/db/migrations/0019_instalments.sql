SET LOCAL lock_timeout = '5s';--> statement-breakpoint
CREATE TABLE "invoice_instalments" (
	"user_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"due_date" date NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "invoice_instalments_user_id_document_id_position_pk" PRIMARY KEY("user_id","document_id","position"),
	CONSTRAINT "invoice_instalments_due_date_key" UNIQUE("user_id","document_id","due_date"),
	CONSTRAINT "invoice_instalments_position" CHECK ("invoice_instalments"."position" between 1 and 24),
	CONSTRAINT "invoice_instalments_amount" CHECK ("invoice_instalments"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoice_instalments" ADD CONSTRAINT "invoice_instalments_document_fk" FOREIGN KEY ("user_id","document_id") REFERENCES "public"."documents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE invoice_instalments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoice_instalments FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON invoice_instalments USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
-- Each instalment has its own reminders. The previous version does not know the column: it goes on reminding of the first one only.
ALTER TABLE "reminders" ADD COLUMN "instalment" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_instalment_rule_key" UNIQUE("user_id","document_id","instalment","offset_days");--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_rule_key";
