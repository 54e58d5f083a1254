CREATE TABLE "deleted_records" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"id" integer NOT NULL,
	"record" jsonb NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_records_user_id_kind_id_pk" PRIMARY KEY("user_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"object_key" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "files_purpose" CHECK ("files"."purpose" in ('receipt', 'logo'))
);
--> statement-breakpoint
DROP INDEX "expenses_date_idx";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower((coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(company, '')) collate "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "receipt_file_id" integer;--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower((coalesce(description, '') || E'\n' || coalesce(category, '') || E'\n' || coalesce(vendor, '')) collate "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower((coalesce(name, '') || E'\n' || coalesce(description, '') || E'\n' || coalesce(category, '')) collate "und-x-icu")) STORED;--> statement-breakpoint
ALTER TABLE "deleted_records" ADD CONSTRAINT "deleted_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_receipt_fk" FOREIGN KEY ("user_id","receipt_file_id") REFERENCES "public"."files"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expenses_customer_idx" ON "expenses" USING btree ("user_id","customer_id");--> statement-breakpoint
CREATE INDEX "expenses_receipt_idx" ON "expenses" USING btree ("user_id","receipt_file_id");--> statement-breakpoint
CREATE INDEX "expenses_date_idx" ON "expenses" USING btree ("user_id","expense_date","id");