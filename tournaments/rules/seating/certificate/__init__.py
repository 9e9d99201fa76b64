"""The audit of a plan, counted anew from its tables, beside what no plan could better, and why it is so."""
