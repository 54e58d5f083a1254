ALTER TABLE "users" ADD COLUMN "chosen_time_zone" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "logo_file_id" integer;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "paper_size" text DEFAULT 'letter' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "paper_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_due_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_valid_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "default_tax_rate" numeric(5,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_terms" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "invoice_notes" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_terms" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "estimate_notes" text;--> statement-breakpoint
ALTER TABLE "payment_credentials" ADD COLUMN "secret_last4" text;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_logo_fk" FOREIGN KEY ("user_id","logo_file_id") REFERENCES "public"."files"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_theme" CHECK ("business_profiles"."pdf_theme" in ('classic', 'modern', 'elegant', 'minimal', 'creative'));--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_size" CHECK ("business_profiles"."paper_size" in ('letter', 'a4'));--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_days" CHECK ("business_profiles"."invoice_due_days" between 0 and 365 and "business_profiles"."estimate_valid_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_rate" CHECK ("business_profiles"."default_tax_rate" between 0 and 100);