SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_emails" text;--> statement-breakpoint
ALTER TABLE "document_emails" ADD COLUMN "cc_addresses" text;--> statement-breakpoint
ALTER TABLE "document_emails" ADD COLUMN "copy_address" text;