SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "business_profiles" ADD COLUMN "currency" char(3) DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_currency" CHECK ("business_profiles"."currency" ~ '^[A-Z]{3}$');